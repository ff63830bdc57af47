/** Provides the engine to the tree below, with SWR on the engine's own cache. */
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { EngineContext, type Engine } from './engine.ts';

export function EngineProvider({ engine, children }: { engine: Engine; children: ReactNode }): ReactNode {
  const [config] = useState(() => ({ provider: () => engine.api.cache }));
  return (
    <EngineContext value={engine}>
      <SWRConfig value={config}>
        <CacheWriter engine={engine} />
        {children}
      </SWRConfig>
    </EngineContext>
  );
}

/** Rendered before the children, so that its effect runs before theirs. */
function CacheWriter({ engine }: { engine: Engine }): null {
  const { mutate, unload } = useSWRConfig();
  useLayoutEffect(() => engine.api.connect({ mutate, unload }), [engine, mutate, unload]);
  return null;
}
