/** A text with emails, each of which wraps at any character where it is wider than its line. */
export function EmailText({ text }: { text: string }) {
  return <span className="[overflow-wrap:anywhere]">{text}</span>;
}
