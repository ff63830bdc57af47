/** The browser's composition root: the one place that imports screens, texts and widgets together. */
import { createApp } from './createApp.tsx';
import { createEngine } from './createEngine.ts';
import { productParts } from './product.ts';
import { takeEarlyReplies } from '../data/early.ts';
import '../ui/theme.css';

const early = takeEarlyReplies(document.head);

const { locales, ...parts } = productParts();
const { app, entries } = parts;
const { live } = app;
const engine = createEngine({ app, entries, locales, early, ...(live === undefined ? {} : { live }) });

await createApp({ ...parts, engine, root: document.getElementById('root')! });
