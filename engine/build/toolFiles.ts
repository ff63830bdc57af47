/**
 * A Vite plugin that writes the files of the tools, which are never part of the product itself: the sources of the
 * project, which the workshop compiles; for each screen the positions of its parts, which the inspector shows; and the
 * gates of all routes, which the server shows to an administrator.
 */
import type { Plugin } from 'vite';
import { positionsOf } from '../language/positions.ts';
import { compileProject } from '../language/project.ts';
import { gatesOf } from '../tools/access.ts';
import { readProject, type ProjectOptions } from './project.ts';

const FOLDER = 'tools';
const POSITIONS = new RegExp(`^/${FOLDER}/positions/([^/]+)\\.json$`);

export function toolsPlugin(options: ProjectOptions): Plugin {
  return {
    name: 'tools',
    generateBundle() {
      const files = readProject(options);
      const { screens, places, entries } = compileProject(files);
      const emit = (name: string, value: unknown) =>
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source: JSON.stringify(value) });
      emit('project.json', files);
      emit('routes.json', gatesOf(entries));
      for (const [id, screen] of screens) emit(`positions/${id}.json`, positionsOf(screen, places.get(id)!));
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const answer = answerTo(options, decodeURIComponent((request.url ?? '').split('?')[0]!));
        if (answer === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(answer));
      });
    },
  };
}

/** Reads the files in their current state. */
function answerTo(options: ProjectOptions, path: string): unknown {
  if (path === `/${FOLDER}/project.json`) return readProject(options);
  const id = POSITIONS.exec(path)?.[1];
  if (id === undefined) return undefined;
  const { screens, places } = compileProject(readProject(options));
  const screen = screens.get(id);
  return screen && positionsOf(screen, places.get(id)!);
}
