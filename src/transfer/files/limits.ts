/** What of a source is read at most. */
export const SOURCE_LIMITS = {
  files: 100_000,
  /** The limit of one file in bytes, uncompressed. */
  fileBytes: 256 * 1024 * 1024,
  /** The limit of all files of an archive in bytes, uncompressed. */
  archiveBytes: 8 * 1024 * 1024 * 1024,
  /** How many times larger an archive may become. Text compresses to a tenth, empty pictures to a hundredth. */
  ratio: 200,
  /** UTF-16 code units of a path. */
  path: 1_000,
} as const;
