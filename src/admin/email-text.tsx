export function EmailText({ text }: { text: string }) {
  return <span className="[overflow-wrap:anywhere]">{text}</span>;
}
