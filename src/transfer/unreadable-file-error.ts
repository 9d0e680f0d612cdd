/** A file of a source that is damaged or too large; the message is for the person who imports. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}
