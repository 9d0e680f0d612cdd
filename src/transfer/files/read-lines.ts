/** The lines of a text in UTF-8, without their ends. Only line feeds end them: JSON holds other line separators as they are. */
export async function* readLines(
  content: AsyncIterable<Uint8Array>,
  { maxLength }: { /** UTF-16 code units of a line. */ maxLength: number },
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  /** The parts of a line whose end has not come yet: to join them at every chunk would take quadratic time. */
  let parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
    if (length > maxLength) throw new LongLineError(`a line has more than ${maxLength} characters`);
  };
  for await (const chunk of content) {
    const [first = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    add(first);
    for (const line of lines) {
      yield parts.join('');
      [parts, length] = [[], 0];
      add(line);
    }
  }
  add(decoder.decode());
  if (length > 0) yield parts.join('');
}

export class LongLineError extends Error {
  override name = 'LongLineError';
}
