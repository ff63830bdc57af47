/** The browser's composition root: the one place that sees screens, texts and widgets together. */
import { createApp } from './createApp.tsx';
import { productParts } from './product.ts';
import '../ui/theme.css';

const parts = productParts();
const { live } = parts.app;

await createApp({
  ...parts,
  ...(live === undefined ? {} : { live }),
  root: document.getElementById('root')!,
});
