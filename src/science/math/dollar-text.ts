import { markdownLineEnding, markdownLineEndingOrSpace } from 'micromark-util-character';
import type { Code, Construct, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
import { BACKSLASH, DOLLAR } from './dollar-tokens.ts';

const [DIGIT_0, DIGIT_9] = [48, 57];

/**
 * A formula in a line of text, by Pandoc's rule: `$…$` without a space inside the dollars and without a digit after
 * the closing one; only the next dollar can close it. `$$…$$` may have spaces and single dollars inside.
 */
export const dollarText: Construct = { name: 'mathText', tokenize, previous };

/** A dollar after a dollar that is text does not open a formula. */
function previous(this: TokenizeContext, code: Code): boolean {
  const type = this.events.at(-1)?.[1].type;
  return code !== DOLLAR || type === 'mathText' || type === 'characterEscape';
}

function tokenize(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const closing: Construct = { partial: true, tokenize: tokenizeClosing };
  let fence = '$';
  let isAfterSpace = false;
  return start;

  function start(code: Code): State | undefined {
    effects.enter('mathText');
    effects.enter('mathTextSequence');
    effects.consume(code);
    return second;
  }

  function second(code: Code): State | undefined {
    if (code !== DOLLAR) return markdownLineEndingOrSpace(code) ? nok(code) : opened(code);
    fence = '$$';
    effects.consume(code);
    return opened;
  }

  function opened(code: Code): State | undefined {
    if (code === DOLLAR) return nok(code);
    effects.exit('mathTextSequence');
    effects.enter('mathTextValue');
    return between(code);
  }

  function between(code: Code): State | undefined {
    if (code === null) return nok(code);
    if (code === DOLLAR) return effects.attempt(closing, ok, fence === '$' ? nok : dataStart)(code);
    if (!markdownLineEnding(code)) return dataStart(code);
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    isAfterSpace = true;
    return between;
  }

  function dataStart(code: Code): State | undefined {
    effects.enter('mathTextData');
    return take(code);
  }

  function take(code: Code): State | undefined {
    isAfterSpace = markdownLineEndingOrSpace(code);
    effects.consume(code);
    return code === BACKSLASH ? escaped : data;
  }

  function data(code: Code): State | undefined {
    if (code !== null && code !== DOLLAR && !markdownLineEnding(code)) return take(code);
    effects.exit('mathTextData');
    return between(code);
  }

  function escaped(code: Code): State | undefined {
    if (code === null || markdownLineEnding(code)) return data(code);
    isAfterSpace = false;
    effects.consume(code);
    return data;
  }

  function tokenizeClosing(...[effects, ok, nok]: Parameters<Tokenizer>): State {
    return (code) => {
      if (fence === '$' && isAfterSpace) return nok(code);
      effects.exit('mathTextValue');
      effects.enter('mathTextSequence');
      effects.consume(code);
      return fence === '$' ? end : secondDollar;
    };

    function secondDollar(code: Code): State | undefined {
      if (code !== DOLLAR) return nok(code);
      effects.consume(code);
      return end;
    }

    function end(code: Code): State | undefined {
      if (fence === '$' && code !== null && code >= DIGIT_0 && code <= DIGIT_9) return nok(code);
      effects.exit('mathTextSequence');
      effects.exit('mathText');
      return ok(code);
    }
  }
}
