import type { ReactNode } from 'react';
import { functionality } from '../../../content/platform.ts';
import {
  activitySpecimen,
  cytotoxicitySpecimen,
  omicsSpecimen,
} from '../../../content/specimens.ts';
import type { PostTitle } from '../../../posts/public-posts.ts';
import { ExplainingPosts } from '../../../ui/explaining-posts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PhoneFold } from '../../../ui/phone-fold.tsx';
import { Section } from '../../../ui/section.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { ConstraintSheet } from './specimens/constraint-sheet.tsx';
import { Lapatinib } from './specimens/lapatinib.tsx';
import { Specimen } from './specimens/specimen.tsx';

const SPECIMENS: readonly ReactNode[] = [
  <Specimen key="activity" specimen={activitySpecimen} drawing={<Lapatinib />} />,
  <Specimen key="cytotoxicity" specimen={cytotoxicitySpecimen} drawing={<Lapatinib isMarked />} />,
  <Specimen key="omics" specimen={omicsSpecimen} />,
  <ConstraintSheet key="design" />,
];

/** @param posts the public ones among those that explain the tools */
export function Functionality({ posts }: { posts: readonly PostTitle[] }) {
  return (
    <Section title={functionality.title} intro={functionality.lead}>
      {functionality.blocks.map(({ icon, title, description, details, explainedBy }, index) => (
        <article key={title} className="tool border-line border-t py-6 last:pb-0 md:py-14">
          <div>
            <Icon name={icon} className="mb-4 hidden size-6 text-teal lg:block" />
            <h3 className="text-balance font-display text-2xl leading-tight">{title}</h3>
            <p className="mt-4 text-muted">
              <Unbroken text={description} />
            </p>
            <ExplainingPosts
              title={functionality.explained}
              posts={posts.filter(({ slug }) => explainedBy.some((one) => one === slug))}
            />
          </div>
          <PhoneFold summary={functionality.example} className="tool-fold mt-5 md:mt-10">
            <div className="tool-example grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6">
              <ul className="self-start text-sm lg:sticky lg:top-28">
                {details.map((detail) => (
                  <li
                    key={detail}
                    className="grid grid-cols-[1.5rem_1fr] border-line border-t py-3 text-balance"
                  >
                    <span aria-hidden="true" className="mt-2 size-1.5 rounded-full bg-teal" />
                    <span>
                      <Unbroken text={detail} />
                    </span>
                  </li>
                ))}
              </ul>
              <div>{SPECIMENS[index]}</div>
            </div>
          </PhoneFold>
        </article>
      ))}
    </Section>
  );
}
