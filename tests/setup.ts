/** A slow machine is no fault: a test in a drawn page waits as long as a browser test does for what it asks about. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
}

export {};
