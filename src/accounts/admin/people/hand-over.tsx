import { useState } from 'react';
import { NewLink } from '../../../admin/new-link.tsx';

/** The link of an invitation that is not mailed, shown this once. */
export function HandOver({ link }: { link: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div>
      <NewLink label="Invitation link" url={link} onCopied={() => setCopied(true)} />
      <p role="status" className="mt-2 text-sm text-teal empty:hidden">
        {isCopied ? 'Copied.' : ''}
      </p>
    </div>
  );
}
