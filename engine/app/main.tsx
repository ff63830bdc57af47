/** The browser's composition root: the one place that sees screens, texts and widgets together. */
import { createApp } from './createApp.tsx';
import { createEngine } from './createEngine.ts';
import { productParts } from './product.ts';
import '../ui/theme.css';

const { locales, ...parts } = productParts();
const { app, entries } = parts;
const { live } = app;
const engine = createEngine({ app, entries, locales, ...(live === undefined ? {} : { live }) });

await createApp({ ...parts, engine, root: document.getElementById('root')! });
