/** One page that shows old, new and difference of each changed picture. */

export interface Changed {
  screen: string;
  /** `ru-dark-390`. */
  look: string;
  /** Absent where only one of the two trees has the picture. */
  difference?: { points: number; share: number };
  /** Paths of the pictures from the page, by what they show; absent: there is none. */
  pictures: { before?: string; after?: string; difference?: string };
}

export interface Compared {
  against: string;
  /** Number of all pictures. */
  count: number;
  changed: Changed[];
}

/** `3 of 848 pictures differ from 1a2b3c4d.` */
export const summaryOf = ({ against, count, changed }: Compared): string =>
  changed.length
    ? `${changed.length} of ${count} pictures differ from ${against}.`
    : `None of ${count} pictures differs from ${against}.`;

export function reportOf(compared: Compared): string {
  const screens = new Map<string, Changed[]>();
  for (const one of compared.changed) screens.set(one.screen, [...(screens.get(one.screen) ?? []), one]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(summaryOf(compared))}</title>
<style>${STYLE}</style>
<h1>${escape(summaryOf(compared))}</h1>
<nav>${[...screens].map(([id, all]) => `<a href="#${escape(id)}">${escape(id)}</a> ${all.length}`).join(' · ')}</nav>
${[...screens].map(([id, all]) => `<h2 id="${escape(id)}">${escape(id)}</h2>\n${all.map(rowOf).join('\n')}`).join('\n')}
</html>
`;
}

function rowOf({ look, difference, pictures }: Changed): string {
  const { before, after } = pictures;
  const summary = difference
    ? `${difference.points.toLocaleString('en')} points, ${(100 * difference.share).toFixed(2)} %`
    : before
      ? 'gone'
      : 'new';
  return `<h3>${escape(look)}: ${summary}</h3>
<div>${figure('old', before)}${figure('new', after)}${figure('difference', pictures.difference)}</div>`;
}

const figure = (title: string, picture: string | undefined): string =>
  picture === undefined
    ? ''
    : `<figure><figcaption>${title}</figcaption><a href="${escape(picture)}"><img src="${escape(picture)}" alt="${title}" loading="lazy"></a></figure>`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const STYLE = `
body { font: 14px/1.5 system-ui, sans-serif; margin: 24px; color: #1f2937; background: #f3f4f6; }
h1 { font-size: 20px; } h2 { margin-top: 40px; font-size: 16px; } h3 { margin: 24px 0 8px; font-size: 14px; font-weight: 500; }
div { display: flex; gap: 16px; align-items: flex-start; }
figure { flex: 1 1 0; min-width: 0; margin: 0; } figcaption { color: #6b7280; }
img { display: block; max-width: 100%; border: 1px solid #d1d5db; background: #fff; }`;
