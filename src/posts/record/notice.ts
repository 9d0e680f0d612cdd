/**
 * Notices about a post that was published: what was wrong with it, and what that means for who reads or cites it. Runs in
 * the browser too. The words are those of NISO RP-8 (corrected versions) and NISO RP-45 (CREC: retractions and expressions
 * of concern).
 */

import type { z } from 'zod';
import type { noticeSchema } from '../schemas.ts';

export const NOTICE_KINDS = ['correction', 'expression-of-concern', 'retraction'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type Notice = z.output<typeof noticeSchema>;

export const NOTICE_LIMITS = { issuedBy: 200, reason: 4_000, notices: 50 } as const;

/** What each is called, and what stands before the title of its post wherever that is shown or cited. */
const KINDS = {
  correction: { label: 'Correction', state: 'Corrected', prefix: '' },
  'expression-of-concern': {
    label: 'Expression of concern',
    state: 'Under an expression of concern',
    prefix: 'EXPRESSION OF CONCERN: ',
  },
  retraction: { label: 'Retraction', state: 'Retracted', prefix: 'RETRACTED: ' },
} as const satisfies Record<NoticeKind, { label: string; state: string; prefix: string }>;

export function noticeLabel(kind: NoticeKind): string {
  return KINDS[kind].label;
}

/** The state of a post by its gravest notice, as `creativeWorkStatus` says it; null for none. */
export function noticedState(notices: readonly Notice[]): string | null {
  const gravest = gravestOf(notices);
  return gravest === null ? null : KINDS[gravest].state;
}

export function titlePrefix(notices: readonly Notice[]): string {
  const gravest = gravestOf(notices);
  return gravest === null ? '' : KINDS[gravest].prefix;
}

export function isRetracted(notices: readonly Notice[]): boolean {
  return gravestOf(notices) === 'retraction';
}

function gravestOf(notices: readonly Notice[]): NoticeKind | null {
  return NOTICE_KINDS.findLast((kind) => notices.some((notice) => notice.kind === kind)) ?? null;
}

/** A notice as one paragraph of text, for feeds and files. `date` is written as the caller writes dates. */
export function noticeText({ kind, issuedBy, reason }: Notice, date: string): string {
  return `${noticeLabel(kind)}, ${date} (${issuedBy}): ${reason}`;
}
