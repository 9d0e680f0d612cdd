/** Why a formula cannot be typeset, in words, and where in the TeX as far as it is known. */
export type TexError = { message: string; offset?: number | undefined };

export const TOO_DEEP: TexError = { message: 'braces or commands are nested too deeply' };
