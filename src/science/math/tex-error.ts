/** UTF-16 code units of one formula. */
export const MAX_TEX = 5000;

/** Why a formula cannot be typeset, and the offset in the TeX if it is known. */
export type TexError = { message: string; offset?: number | undefined };

export const TOO_DEEP: TexError = { message: 'braces or commands are nested too deeply' };
