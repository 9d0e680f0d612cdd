/** A formula in Hill notation, with its counts as subscripts. */
export function Formula({ text }: { text: string }) {
  return text.split(/(?<=[A-Za-z)\]])(\d+)/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which are never reordered
    index % 2 === 1 ? <sub key={index}>{part}</sub> : part,
  );
}
