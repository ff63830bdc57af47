// `--project DIR` and `--api URL` of build, dev and start: another product on the same engine.
const value = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** Folder of the project; for the back office, the folder of the checkout. */
export const project = value('--project') ?? '.';
export const isOwn = project === '.';
export const dist = `${project}/dist`;

/** Environment variables that vite.config.ts reads. */
export const env = {
  ...process.env,
  PROJECT: project,
  ...(value('--api') ? { API_URL: value('--api') } : {}),
};
