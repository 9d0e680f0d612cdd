/** The tags of a post in one line of small type; nothing for none. */
export function TagLine({ tags, className }: { tags: readonly string[]; className: string }) {
  if (tags.length === 0) return null;
  return (
    <div className={`overflow-clip font-mono text-muted text-xs ${className}`}>
      <ul className="tag-line">
        {tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    </div>
  );
}
