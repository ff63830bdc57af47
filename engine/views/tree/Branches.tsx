/** Loads the children of opened nodes, one request per node; draws nothing. */
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import type { Store } from '../../data/store.ts';
import type { CompiledCall } from '../../language/compiled.ts';
import { usePage } from '../../page/page.ts';
import { useCallArguments, useReloader } from '../../page/scope.ts';
import { readReply } from '../table/rows.ts';
import type { TreeNode } from './nodes.ts';
import { WHOLE } from '../allRows.ts';
import type { TreeState } from './state.ts';

interface Props {
  /** Opened nodes whose children are loaded by a call. */
  nodes: readonly TreeNode[];
  expand: CompiledCall;
  state: Store<TreeState>;
  /** Name of the tree, so that `refresh` reaches its branches too. */
  name?: string;
}

export function Branches({ nodes, ...rest }: Props): ReactNode {
  return nodes.map((node) => <BranchLoader key={node.id} node={node} {...rest} />);
}

function BranchLoader({ node, expand, state, name }: Omit<Props, 'nodes'> & { node: TreeNode }): null {
  const { screen } = usePage();
  const local = useMemo(() => ({ row: node.row }), [node.row]);
  const args = useCallArguments(expand, local);
  const operation = screen.operations[expand.operation];
  const { data, error, reload } = useOperation<unknown>(
    operation,
    args,
    operation?.reply === 'page' ? WHOLE : {},
  );
  useReloader(reload, name);
  const { id } = node;
  // A call that may not be made returns no rows.
  const withheld = args === null;
  useLayoutEffect(() => {
    const rows = data === undefined && !withheld ? undefined : readReply(data).rows;
    state.set((now) => ({
      ...now,
      branches: {
        ...now.branches,
        [id]: {
          ...(now.branches[id]?.rows ? { rows: now.branches[id].rows } : {}),
          ...(rows ? { rows } : {}),
          ...(error && !rows ? { problem: error } : {}),
          reload,
        },
      },
    }));
    // `reload` is new at each render and always does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state, id, data, error, withheld]);
  return null;
}
