export type MediaTables = {
  pictures: {
    /** The first 32 hexadecimal digits of the SHA-256 of the uploaded file. */
    id: string;
    name: string;
    /** Alternative text; empty when nobody has written any. */
    alt: string;
    /** The width of the stored original, in pixels. */
    width: number;
    height: number;
    format: 'png' | 'jpg' | 'webp' | 'avif' | 'gif';
    /** 1 for an animation. */
    moving: 0 | 1;
    bytes: number;
    /** The average colour, `#rrggbb`. */
    placeholder: string;
    created_at: string;
  };
  attachments: {
    /** The first 32 hexadecimal digits of `sha256`. */
    id: string;
    name: string;
    file: string;
    type: 'pdf' | 'csv' | 'zip' | 'xlsx';
    bytes: number;
    sha256: string;
    created_at: string;
  };
  /** Pictures and attachments that posts use in their text or as their cover. The picture may have been removed. */
  post_pictures: { post_id: string; picture_id: string };
  /** Uploads that have begun, and what was removed: a day later, files without a row of the library are deleted. */
  picture_operations: {
    picture_id: string;
    kind: 'upload' | 'removal' | 'removed';
    since: string;
  };
};
