/** Several views on a page, one under another or side by side in twelfths of the width. */
import type { CSSProperties, ReactNode } from 'react';
import type { CompiledStack } from '../../language/compiled.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { useHolds } from '../../page/scope.ts';
import { View } from '../view.tsx';

function StackView({ view }: ViewProps<CompiledStack>): ReactNode {
  const columns = view.direction === 'columns';
  return (
    <div className={columns ? 'grid grid-cols-1 items-start gap-4 md:grid-cols-12' : 'flex flex-col gap-4'}>
      {view.items.map((item, i) => (
        // Parts come and go with their conditions, never with the list.
        <StackItem key={i} item={item} columns={columns} />
      ))}
    </div>
  );
}

function StackItem({ item, columns }: { item: CompiledStack['items'][number]; columns: boolean }): ReactNode {
  const visible = useHolds(item.visibleWhen);
  if (!visible) return null;
  const style = { '--span': item.span } as CSSProperties;
  return (
    <div className={columns ? 'min-w-0 md:[grid-column:span_var(--span)]' : 'min-w-0'} style={style}>
      <View view={item.view} />
    </div>
  );
}

export default defineView({ name: 'stack', component: StackView });
