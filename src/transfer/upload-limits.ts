/** 500 MB. The command line takes larger files. */
export const MAX_UPLOAD_BYTES = 500 * 1024 * 1024;

/** Files that may be stored at once, with those that are being uploaded. */
export const MAX_UPLOADS = 5;
