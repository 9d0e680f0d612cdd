import { markdownLineEnding, markdownSpace } from 'micromark-util-character';
import type { Code, Construct, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
import { BACKSLASH, DOLLAR } from './dollar-tokens.ts';

const [BRACE_OPEN, BRACE_CLOSE] = [123, 125];

/**
 * A display formula: `$$…$$` that begins its line, holds no blank line, and is followed by nothing but attributes
 * in braces. What is not closed so is left to the paragraph.
 */
export const dollarFlow: Construct = { name: 'mathFlow', tokenize, concrete: true };

function tokenize(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const { parser, now } = this;
  const nextLine: Construct = { partial: true, tokenize: tokenizeNextLine };
  const closing: Construct = { partial: true, tokenize: tokenizeClosing };
  let isClosed = false;
  return start;

  function start(code: Code): State | undefined {
    effects.enter('mathFlow');
    effects.enter('mathFlowFence');
    effects.consume(code);
    return second;
  }

  function second(code: Code): State | undefined {
    if (code !== DOLLAR) return nok(code);
    effects.consume(code);
    return opened;
  }

  function opened(code: Code): State | undefined {
    if (code === DOLLAR) return nok(code);
    effects.exit('mathFlowFence');
    effects.enter('mathFlowValue');
    return between(code);
  }

  function between(code: Code): State | undefined {
    if (code === null) return nok(code);
    if (markdownLineEnding(code)) return effects.check(nextLine, lineEnd, nok)(code);
    return code === DOLLAR ? effects.attempt(closing, ok, notClosing)(code) : dataStart(code);
  }

  function lineEnd(code: Code): State | undefined {
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return between;
  }

  /** A single dollar, as in `\text{if $x$}`; text after `$$` makes the formula a part of its paragraph. */
  function notClosing(code: Code): State | undefined {
    return isClosed ? nok(code) : dataStart(code);
  }

  function dataStart(code: Code): State | undefined {
    effects.enter('mathFlowData');
    effects.consume(code);
    return code === BACKSLASH ? escaped : data;
  }

  function data(code: Code): State | undefined {
    if (code === null || code === DOLLAR || markdownLineEnding(code)) {
      effects.exit('mathFlowData');
      return between(code);
    }
    effects.consume(code);
    return code === BACKSLASH ? escaped : data;
  }

  function escaped(code: Code): State | undefined {
    if (code === null || markdownLineEnding(code)) return data(code);
    effects.consume(code);
    return data;
  }

  /** Passes when the next line belongs to the formula. */
  function tokenizeNextLine(...[effects, ok, nok]: Parameters<Tokenizer>): State {
    return (code) => {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return lineStart;
    };

    function lineStart(code: Code): State | undefined {
      if (parser.lazy[now().line] === true) return nok(code);
      if (!markdownSpace(code)) return lineContent(code);
      effects.enter('linePrefix');
      return indentation(code);
    }

    function indentation(code: Code): State | undefined {
      if (markdownSpace(code)) {
        effects.consume(code);
        return indentation;
      }
      effects.exit('linePrefix');
      return lineContent(code);
    }

    function lineContent(code: Code): State | undefined {
      return code === null || markdownLineEnding(code) ? nok(code) : ok(code);
    }
  }

  function tokenizeClosing(...[effects, ok, nok]: Parameters<Tokenizer>): State {
    return (code) => {
      effects.exit('mathFlowValue');
      effects.enter('mathFlowFence');
      effects.consume(code);
      return secondDollar;
    };

    function secondDollar(code: Code): State | undefined {
      if (code !== DOLLAR) return nok(code);
      isClosed = true;
      effects.consume(code);
      return after;
    }

    function after(code: Code): State | undefined {
      if (code === BRACE_OPEN) {
        effects.enter('mathFlowAttributes');
        effects.consume(code);
        return attributes;
      }
      return rest(code);
    }

    function attributes(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) return nok(code);
      effects.consume(code);
      if (code !== BRACE_CLOSE) return attributes;
      effects.exit('mathFlowAttributes');
      return rest;
    }

    function rest(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) {
        effects.exit('mathFlowFence');
        effects.exit('mathFlow');
        return ok(code);
      }
      if (!markdownSpace(code)) return nok(code);
      effects.consume(code);
      return after;
    }
  }
}
