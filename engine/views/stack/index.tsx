/** Several views on a page, one below another or side by side in twelfths of the width. */
import { useCallback, type CSSProperties, type ReactNode } from 'react';
import type { CompiledStack } from '../../language/compiled.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { useSelected } from '../../page/scope.ts';
import { View } from '../view.tsx';
import { spansOf } from './spans.ts';

function StackView({ view }: ViewProps<CompiledStack>): ReactNode {
  const columns = view.direction === 'columns';
  // One string for all conditions, so that the stack renders when one of them changes and not with each value.
  const read = useCallback(
    (scope: Scope) => view.items.map((item) => (holds(item.visibleWhen, scope) ? '1' : '0')).join(''),
    [view],
  );
  const shown = useSelected(read);
  const spans = spansOf(view.items.map(({ span }, i) => (shown[i] === '1' ? span : null)));
  return (
    <div className={columns ? 'grid grid-cols-1 items-start gap-4 md:grid-cols-12' : 'flex flex-col gap-4'}>
      {view.items.map(
        (item, i) =>
          spans[i] && (
            <div
              // Items appear and disappear with their conditions; the list itself never changes.
              key={i}
              className={columns ? 'min-w-0 md:[grid-column:span_var(--span)]' : 'min-w-0'}
              style={{ '--span': spans[i] } as CSSProperties}
            >
              <View view={item.view} />
            </div>
          ),
      )}
    </div>
  );
}

export default defineView({ name: 'stack', component: StackView });
