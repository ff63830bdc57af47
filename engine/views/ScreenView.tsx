/**
 * A whole screen: its records, title, view and buttons. The active tab is passed as a child of the tabs page it belongs
 * to.
 */
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { CompiledScreen } from '../language/compiled.ts';
import { ActionBar } from './actions/ActionBar.tsx';
import { Watchers } from './actions/Watchers.tsx';
import { PageProvider } from '../page/PageProvider.tsx';
import { usePage, type DialogHandle, type Params } from '../page/page.ts';
import { useScreenTitle } from '../page/text.ts';
import { View } from './view.tsx';

export interface ScreenViewProps {
  screen: CompiledScreen;
  params: Params;
  input?: Record<string, unknown>;
  dialog?: DialogHandle;
  /** Rendered around the page, also while its records load. */
  frame?: ComponentType<{ children: ReactNode }>;
  /** The active tab, when the screen is a page of tabs. */
  children?: ReactNode;
}

/** The active tab with a separate route; the tabs view shows it as its panel. */
export const TabContext = createContext<ReactNode>(null);

/** Whether the views below are in the panel of a tab. */
export const InTabContext = createContext(false);

export function ScreenView({ children, ...page }: ScreenViewProps): ReactNode {
  return (
    <PageProvider {...page}>
      <TabContext value={children}>
        <ScreenBody />
      </TabContext>
      <Watchers />
    </PageProvider>
  );
}

function ScreenBody(): ReactNode {
  const { screen } = usePage();
  return (
    <div data-screen={screen.id} className="flex min-w-0 flex-col gap-4">
      {screen.view.type !== 'tabs' && <ScreenTitle />}
      <View view={screen.view} />
      {screen.buttons.length > 0 && <ActionBar actions={screen.buttons} />}
    </div>
  );
}

/** A tabs page shows its own title; the title of a tab would only repeat its label. */
function ScreenTitle(): ReactNode {
  const tab = useContext(InTabContext);
  const title = useScreenTitle();
  if (tab) return <h2 className="sr-only">{title}</h2>;
  return <h1 className="text-xl font-semibold tracking-tight">{title}</h1>;
}
