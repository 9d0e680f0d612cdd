type Content = { posts: number; pictures: number; attachments: number; missing: readonly string[] };

/** What a backup holds, in words. */
export function describeContent({ posts, pictures, attachments, missing }: Content): string {
  const media = pictures + attachments - missing.length;
  return `${posts} posts and ${media} pictures${attachments === 0 ? '' : ' and files'}`;
}
