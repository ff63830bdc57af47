/** A slow machine is no failure: queries of a rendered page wait as long as a browser test does. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
}

export {};
