import { describe, expect, test } from 'vitest';
import { rendered } from '../../test/body-markup.ts';

describe('right-to-left text', () => {
  test('has its direction block by block, in Markdown and in HTML', async () => {
    expect(
      await rendered(
        '# مقدمة\n\nIn English\n\nشرح **HER2** هنا\n\n> ציטוט\n\n| a | ב |\n|---|---|\n| c | ד |',
      ),
    ).toMatch(
      /<h2 [^>]*dir="auto">مقدمة.*<p>In English<\/p>\n<p dir="auto">شرح.*<blockquote dir="rtl">\n<p dir="auto">ציטוט.*<th>a<\/th>\n<th dir="auto">ב.*<td>c<\/td>\n<td dir="auto">ד/s,
    );
    expect(
      await rendered(
        '<blockquote>שלום</blockquote><figure><img src="/a.png" alt=""><figcaption>שלום</figcaption></figure><p>Hi</p>',
      ),
    ).toMatch(/<blockquote dir="auto">.*<figcaption dir="auto">.*<p>Hi<\/p>/s);
  });

  test('in a list has every item by its own text, and paragraphs with their marker', async () => {
    expect(await rendered('- واحد\n\n  اثنان\n\n  - nested\n\n- three')).toBe(
      `<ul dir="rtl">
<li dir="auto">
<p>واحد</p>
<p>اثنان</p>
<ul dir="ltr">
<li dir="auto">nested</li>
</ul>
</li>
<li dir="auto">
<p>three</p>
</li>
</ul>`,
    );
  });

  test('in a table has its columns from the right if its first letter is', async () => {
    const table = (first: string) => rendered(`| ${first} | IC50 |\n|---|--:|\n| دواء | 12 |`);
    expect(await table('المركب')).toMatch(/<table dir="rtl">.*<td align="right" dir="auto">12</s);
    expect(await table('Compound')).toMatch(/<table>.*<td dir="auto">دواء.*<td align="right">12</s);
  });

  test('has the direction that its author gave it, and costs other texts nothing', async () => {
    expect(await rendered('<div dir="rtl"><p>HER2 عربي</p></div>')).toBe(
      '<div dir="rtl"><p>HER2 عربي</p></div>',
    );
    expect(await rendered('A *β*-lactam, Юрий, 中文')).not.toContain('dir');
  });
});
