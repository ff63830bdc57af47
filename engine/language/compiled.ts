/**
 * The result of `compile`: plain, frozen JSON that the runtime trusts and never validates again.
 * Names are resolved, defaults filled in, labels and cells chosen, paths split, expressions classified.
 */
import type { FileSchema, JsonSchema, Tone } from './schema.ts';
import type { HttpMethod } from './api.ts';
import type { MARKS } from '../../schemas/generated/marks.ts';
import type {
  AppConfig,
  Breadcrumb,
  CellEdit,
  ChartView,
  FilterField,
  Column,
  Detail,
  DetailsView,
  Field,
  FieldCheck,
  FormView,
  InlineTab,
  Inset,
  LayoutActions,
  NavigateAction,
  Pane,
  Section,
  StackItem,
  StackView,
  Submit,
  TableView,
  TabsView,
  TreeColumn,
  TreeView,
  WizardStep,
  WizardView,
} from '../../schemas/generated/language.ts';

/**
 * A value in compiled form. `path` is a plain member chain (`route.bookId`) and needs no evaluator;
 * `cel` is any other expression. `object` and `list` hold computed parts; everything else is `const`.
 */
export type CompiledValue =
  | { const: unknown }
  | { path: string[] }
  | { cel: string }
  | { object: Record<string, CompiledValue> }
  | { list: CompiledValue[] };

/** A locale key, filled with values; a computed text; or the text of the first case whose condition is true. */
export type CompiledText =
  | { key: string; with?: Record<string, CompiledValue> }
  | { cases: CompiledCase<CompiledText>[] }
  | CompiledValue;

export type CompiledArguments = Record<string, CompiledValue>;

/** An operation as the browser needs it. */
export interface CompiledOperation {
  id: string;
  method: HttpMethod;
  /** `/api/books/{bookId}`. */
  path: string;
  /** Path and query parameters by name; `json` ones are sent as JSON text, `list` ones repeated. */
  parameters: Record<string, { in: 'path' | 'query'; json?: true; list?: true; required?: true }>;
  /** Properties of the JSON parameter `filter`. Arguments with these names go into it. */
  filter?: string[];
  /** Properties of the request body. Arguments with these names go into it. */
  body?: string[];
  /** The body is a form with files (multipart/form-data), not JSON. */
  multipart?: true;
  /** `file`: bytes, not JSON. */
  reply: 'page' | 'list' | 'record' | 'file' | 'none';
  /** Identity of a row or record in the reply. */
  key?: string[];
  /** Operations whose cached replies a success makes stale. */
  changes: string[];
  /** Key of the text that names the action when the call fails. */
  failure?: string;
  permissions: string[];
  instanceTypes?: string[];
}

export interface CompiledDictionary {
  id: string;
  operation: string;
  value: string;
  label: string;
  children?: string;
}

/** How to show, load, find and pick a record that an id points to. */
export interface CompiledEntity {
  name: string;
  key: string;
  label: string;
  get: string;
  /** Path parameter of `get` that takes the key. */
  parameter: string;
  list: string;
  picker?: string;
  /** Dialog screen of the picker. */
  dialog?: string;
}

export interface CompiledCall {
  operation: string;
  with: CompiledArguments;
  when?: CompiledValue;
}

export interface CompiledLive {
  broadcast: string;
  index?: CompiledValue;
  mode: 'patch' | 'prepend' | 'refetch';
}

/** The operation is called again until `until`, which sees the last reply as `result`, is true. */
export interface CompiledPoll {
  until: CompiledValue;
  /** Seconds from a reply to the next request. */
  every: number;
}

/** What revalidates a reply while it is shown. */
export interface CompiledInStep {
  live: CompiledLive[];
  poll?: CompiledPoll;
}

export interface CompiledSource extends CompiledCall, CompiledInStep {
  otherwise?: { banner: CompiledText; tone: 'info' | 'warning' | 'danger' };
}

export type { Tone };

export interface CompiledConfirm {
  title?: CompiledText;
  message: CompiledText;
  confirm?: CompiledText;
  cancel?: CompiledText;
  /** Fields of the call's request that are entered in the confirmation. */
  ask?: CompiledAsk;
}

/** Fields of a confirmation: the request consists of their values and the action's arguments. */
export interface CompiledAsk {
  /** Name of the request schema in the screen's `schemas`. */
  schema: string;
  layout: CompiledLayout[];
}

interface ActionCommon extends Marked<'NavigateAction', NavigateAction> {
  confirm?: CompiledConfirm;
  /** Any-of permissions without which the action is not shown: those of its operation or target screen. */
  access: string[];
  /** JSON pointer of the action in its file, for the inspector. */
  at: string;
}

export type CompiledAction = ActionCommon &
  (
    | { type: 'navigate'; screen: string; with: CompiledArguments; create: boolean }
    | { type: 'open'; screen: string; with: CompiledArguments }
    | {
        type: 'call';
        operation: string;
        with: CompiledArguments;
        /** Run after a refusal or failure, instead of its toast; `failure` is in scope. */
        failed?: CompiledAction[];
      }
    | { type: 'download'; operation: string; with: CompiledArguments }
    | {
        type: 'upload';
        operation: string;
        with: CompiledArguments;
        /** Property of the body that takes the file. */
        property: string;
        accept: string[];
        multiple: boolean;
      }
    | {
        type: 'transition';
        source: CompiledCall;
        code: string[];
        caption: string[];
        cases: Record<string, CompiledAction>;
        hidden: string[];
      }
    | { type: 'set'; values: CompiledArguments }
    /** `form` is the place (`at`) of the form; values by dotted path in its request, or in the surrounding item of a list. */
    | { type: 'fill'; form: string; item: boolean; values: CompiledArguments }
    | { type: 'pick'; value: CompiledValue }
    | { type: 'close' }
    | { type: 'back' }
    | { type: 'refresh'; views: string[] }
    /** `table` is the name of a table of the page. */
    | { type: 'select'; table: string; rows?: CompiledValue }
    | { type: 'filter'; table: string; values: CompiledArguments; clear: boolean }
  );

/** Cases, of which the first whose `when` is true applies; a case without `when` always applies. */
export interface CompiledCase<T> {
  when?: CompiledValue;
  do: T;
}

export type FilterKind = FilterField['type'];

export interface CompiledFilter {
  type: FilterKind;
  paramName: string;
  label: CompiledText;
  defaultValue?: CompiledValue;
  /** Fixed: sent and shown, read-only. */
  value?: CompiledValue;
  disabled: boolean;
  icon?: string;
  width: 'small' | 'medium' | 'large';
  dictionary?: string;
  possibleValues?: { value: string | number | boolean; label: CompiledText }[];
  /** Name of the filter that must be true for this one to be shown. */
  visibleWithFilter?: string;
  /** Reads the page and `filters`; while it is false the filter is neither shown nor sent. */
  visibleWhen?: CompiledValue;
  /** Registered picker of a component filter. */
  component?: string;
  options?: Record<string, unknown>;
  multiple: boolean;
  dialog?: string;
  entity?: string;
}

/** How a cell finds what it shows: paths in the row (or record), or a computed value. */
export type CompiledCell = {
  cell: string;
  options: Record<string, unknown>;
  /** Dictionary with the caption of a plain name. */
  dictionary?: string;
  /** Tone by name, as the API declares it for the value, or for the value at the path of the option `tone`. */
  tones?: Readonly<Record<string, Tone>>;
  /** The value refers to a file, or to several. */
  file?: CompiledFile;
  /** The value refers to a record that has a page. */
  page?: CompiledRecordPage;
  /** The cell renders its own links or controls. */
  interactive?: boolean;
} & ({ paths: string[][] } | { value: CompiledValue });

/** The page of a referenced record. */
export interface CompiledRecordPage {
  screen: string;
  /** Parameter of its route that takes the record's key. */
  parameter: string;
  /** Property of the reference that is the record's key. */
  key: string;
}

/** A column of a tree: the parts of any column. */
export interface CompiledTreeColumn extends Marked<'TreeColumn', TreeColumn> {
  label: CompiledText;
  content: CompiledCase<CompiledCell>[];
  align: 'start' | 'center' | 'end';
}

export interface CompiledColumn extends CompiledTreeColumn, Marked<'Column', Column> {
  id: string;
  /** Name for the `order` parameter; absent when the column is not sortable. */
  sort?: string;
  /** Total below the rows, all of which are loaded. */
  total?: 'sum' | 'average' | 'min' | 'max';
  /** Its cells can be edited in place. */
  edit?: CompiledEdit;
}

/** How a cell is edited: a form over its row, which closes once it is saved. */
export interface CompiledEdit extends Marked<'CellEdit', CellEdit> {
  form: CompiledForm;
}

export interface CompiledDetail extends Marked<'Detail', Detail> {
  label: CompiledText;
  content: CompiledCell;
}

export interface CompiledSchemaFrom extends CompiledCall {
  path: string[];
}

interface ViewCommon {
  name?: string;
  visibleWhen?: CompiledValue;
  /** JSON pointer of the view in its file, for the inspector and error cards. */
  at: string;
}

/** The breadcrumb of a view. A click runs `onItem` with the item, or null for the root. */
export interface CompiledBreadcrumb extends Marked<'Breadcrumb', Breadcrumb> {
  items: CompiledValue;
  label: string[];
}

export interface CompiledTable extends ViewCommon, Marked<'TableView', TableView> {
  type: 'table';
  breadcrumb?: CompiledBreadcrumb;
  /** A table has either a source or local rows of the page. */
  source?: CompiledSource;
  rows?: CompiledValue;
  key: string[];
  filters: CompiledFilter[];
  columns: CompiledColumn[];
  columnsFrom?: CompiledSchemaFrom;
  sort?: { field: string; direction: 'ascending' | 'descending' };
  paging: 'server' | 'none';
  /** The tree that rows are dragged to: `selection` is moved to `target`, null while no node is under the pointer. */
  moveTo?: { tree: string; action: CompiledAction };
  /** Namespace of the table's parameters in the query string; empty for the page's main table. */
  namespace: string;
}

/** How the file of a value is downloaded, and in a form uploaded. Paths are dotted and start at the value. */
export interface CompiledFile extends Omit<FileSchema, 'upload'> {
  /** Property of the value that is its key. */
  property: string;
  upload?: string;
  uploadWith?: Record<string, string>;
}

/** Choices from the rows of an operation: what is stored and what is shown of a row. */
export interface CompiledChoices {
  call: CompiledCall;
  value: string[];
  label: string[];
  /** Members of the stored object that take value and label; absent where a plain value is stored. */
  members?: { value: string; label: string };
}

/** A check of the entered value by the server, requested once its arguments have changed and then stay unchanged for a moment. */
export interface CompiledCheck extends Marked<'FieldCheck', FieldCheck> {
  call: CompiledCall;
}

export interface CompiledField extends Marked<'Field', Field> {
  type: 'field';
  /** Path in the request body. */
  path: string[];
  label: CompiledText;
  /** Registered field widget. */
  widget: string;
  options: Record<string, unknown>;
  /** Schema of the value, references followed. */
  schema: JsonSchema;
  required: boolean;
  nullable: boolean;
  dictionary?: string;
  choices?: CompiledChoices;
  check?: CompiledCheck;
  /** Computed from the form; not entered. */
  value?: CompiledValue;
  /** Computed default: set in the field whenever it changes. */
  follows?: CompiledValue;
  entity?: string;
  /** The value refers to a file, or to several: the operations that upload and download it. */
  file?: CompiledFile;
  /** Operations that the widget may use. */
  operations?: string[];
  items?: CompiledLayout[];
  /** The field is the first or last day of a period. */
  period?: { end: 'first' | 'last'; other: string[] };
}

export type CompiledLayout =
  | CompiledField
  /** Fields side by side; with a label they are the first and the last day of a period, in one control. */
  | { type: 'row'; fields: CompiledField[]; period?: { label: CompiledText; span: number } }
  | (Marked<'Section', Section> & { type: 'section'; title: CompiledText; rows: CompiledLayout[] })
  | { type: 'panes'; panes: (Marked<'Pane', Pane> & { id: string; layout: CompiledLayout[] })[] }
  | (Marked<'Inset', Inset> & { type: 'view'; view: CompiledView })
  | (Marked<'LayoutActions', LayoutActions> & { type: 'actions' });

export interface CompiledForm extends ViewCommon, Marked<'FormView', FormView> {
  type: 'form';
  /** Record of the page that is edited. */
  of?: string;
  load?: CompiledCall;
  initial: CompiledArguments;
  schemaFrom?: CompiledSchemaFrom;
  submit: Marked<'Submit', Submit> & {
    operation: string;
    /** The operation that saves a new record, when it is another one, and the name of its request schema. */
    create?: { operation: string; schema: string };
    with: CompiledArguments;
    label: CompiledText;
    confirm?: CompiledConfirm;
    access: string[];
  };
  /** Name of the request schema in the screen's `schemas`. */
  schema: string;
  /** Properties of the loaded record that are sent back though no field shows them (id, version). */
  carried: string[];
  layout: CompiledLayout[];
  /** Why it is read-only; false shows nothing. */
  readOnlyNote?: CompiledText | false;
}

/** A record that the page loads. */
export type CompiledRecord = CompiledCall & CompiledInStep;

export interface CompiledDetails extends ViewCommon, Marked<'DetailsView', DetailsView> {
  type: 'details';
  of?: string;
  source?: CompiledRecord;
  fields: CompiledDetail[];
}

export interface CompiledTabs extends ViewCommon, Marked<'TabsView', TabsView> {
  type: 'tabs';
  tabs: CompiledInlineTab[];
}

export interface CompiledInlineTab extends Marked<'InlineTab', InlineTab> {
  id: string;
  view: CompiledView;
  /** `live`: when to load it again. */
  count?: CompiledCall & { live: CompiledLive[] };
}

export interface CompiledStack extends ViewCommon, Marked<'StackView', StackView> {
  type: 'stack';
  items: Marked<'StackItem', StackItem>[];
}

export interface CompiledTree extends ViewCommon, Marked<'TreeView', TreeView> {
  type: 'tree';
  source: CompiledSource;
  key: string[];
  children: string[];
  label: string[];
  icon?: CompiledValue;
  /** Columns beside the nodes; with at least one the tree is a table. */
  columns: CompiledTreeColumn[];
  /** Header of the column of nodes in such a table. */
  heading?: CompiledText;
  expand?: CompiledCall;
  /** Rows of a table of the page can be dragged onto its nodes. */
  takesRows?: true;
}

/** A chart of the numbers of a list by category; all rows are loaded. */
export interface CompiledChart extends ViewCommon, Marked<'ChartView', ChartView> {
  type: 'chart';
  source: CompiledSource;
  /** Path of the text that is the category of a row's numbers. */
  category: string[];
  /** Paths of numbers in a row; one for a pie. */
  series: { path: string[]; label: CompiledText }[];
}

export interface CompiledWizard extends ViewCommon, Marked<'WizardView', WizardView> {
  type: 'wizard';
  steps: (Marked<'WizardStep', WizardStep> & { id: string })[];
}

export interface CompiledWidget extends ViewCommon {
  type: 'widget';
  widget: string;
  options: Record<string, unknown>;
  inputs: CompiledArguments;
  on: Record<string, CompiledAction[]>;
  /** Operations that the widget may use: those of its manifest. */
  operations: string[];
}

export type CompiledView =
  | CompiledTable
  | CompiledForm
  | CompiledDetails
  | CompiledTabs
  | CompiledStack
  | CompiledTree
  | CompiledChart
  | CompiledWizard
  | CompiledWidget;

export interface CompiledInput {
  type: 'string' | 'number' | 'boolean' | 'date' | 'strings' | 'condition' | 'record';
  optional: boolean;
  list: boolean;
  default?: CompiledValue;
}

export interface CompiledMenu {
  group: string;
  order: number;
  icon?: string;
  label: CompiledText;
  badge?: CompiledMenuBadge;
}

/** A number beside an entry of the menu. */
export interface CompiledMenuBadge {
  operation: CompiledOperation;
  with: CompiledArguments;
  path: string[];
  alert?: string[];
  /** Broadcasts after which the number is requested again. */
  broadcasts: string[];
}

/** One address of a screen. */
export interface CompiledRoute {
  /** Full path pattern: `/books/:bookId/loans`, `/a/:list*`. */
  path: string;
  /** Any-of; empty admits every signed-in account. */
  access: string[];
  instanceTypes: string[];
  input: CompiledArguments;
  title: CompiledText;
  menu?: CompiledMenu;
}

/** What the shell must know about every screen before any is opened: routes, gates, menu, tabs. */
export interface ScreenEntry {
  id: string;
  file: string;
  area: string;
  title: CompiledText;
  routes: CompiledRoute[];
  parent?: string;
  tab?: {
    order: number;
    label: CompiledText;
    /** Evaluated on the page of the parent. */
    visibleWhen?: CompiledValue;
  };
  public: boolean;
  dialog: boolean;
  /** It loads records that its child screens read. */
  records: boolean;
  view: CompiledView['type'];
  /** Inline tabs of a page of tabs: they have no own route and are kept in the query parameter `tab`. */
  inlineTabs?: string[];
}

export interface CompiledScreen {
  language: 1;
  id: string;
  file: string;
  title: CompiledText;
  /** A sentence above the view of a dialog. */
  lead?: CompiledText;
  parent?: string;
  dialog?: {
    size: 'small' | 'medium' | 'wide' | 'full' | 'side';
    confirmClose?: CompiledText;
    /** While it is true, closing needs a confirmation. */
    unsavedWhen?: CompiledValue;
  };
  input: Record<string, CompiledInput>;
  query: Record<string, CompiledInput>;
  state: Record<string, CompiledInput>;
  records: Record<string, CompiledRecord>;
  on: { when: CompiledValue; do: CompiledAction[] }[];
  crumbs?: { segments: string; titles: CompiledCall; key: string[]; label: string[] };
  view: CompiledView;
  buttons: CompiledAction[];
  /** Counts of the tabs that are separate screens, by screen. */
  tabCounts?: Record<string, CompiledCount>;
  /** Everything that the screen calls, by name. */
  operations: Record<string, CompiledOperation>;
  dictionaries: Record<string, CompiledDictionary>;
  entities: Record<string, CompiledEntity>;
  /** Request schemas of its forms, self-contained (references followed). */
  schemas: Record<string, JsonSchema>;
  /** Registered parts that the screen uses, so that their chunks load with it. */
  uses: { cells: string[]; fields: string[]; pickers: string[]; widgets: string[]; filters: FilterKind[] };
  /** Paths of named views that its expressions read: `views.list.rows`, `views.list`, `views` for all of them. */
  viewReads: string[];
  /** The screen has expressions that need the evaluator before it can be shown. */
  needsEvaluator: boolean;
}

/** The number of rows of a tab. */
export interface CompiledCount {
  call: CompiledCall;
  operation: CompiledOperation;
  /** When to load it again. */
  live: CompiledLive[];
}

/** Settings of the product, compiled from screens/app.json. */
export interface CompiledApp {
  name: string;
  home: string[];
  /** Absent where there is no sign-in. */
  login?: string;
  /** Path of the live channel. */
  live?: string;
  error: string;
  locales: string[];
  groups: { id: string; label: string; icon?: string; order: number }[];
  accents: Record<string, string>;
  /** Sign-in is `login`, `logout` and `renew` together, or none of them: then the product is open to everybody. */
  session: Partial<Record<keyof NonNullable<AppConfig['session']>, CompiledOperation>>;
  properties: Record<
    string,
    {
      type: 'string' | 'number' | 'boolean' | 'list' | 'interval';
      default?: string | number | boolean | null;
    }
  >;
  links: { label: string; property: string; group?: string }[];
  /** Screen that shows one record, by kind of record. */
  pages: Record<string, string>;
  /** While this property of the account is true, no other screen can be entered. */
  first?: { screen: string; property: string };
  /** Screens that the account menu links to. */
  personal: string[];
  notices?: CompiledNotices;
  /** Counts the rows of several lists in one call. */
  counts?: CompiledOperation;
  /** Absent where themes and table views are stored in the browser only. */
  preferences?: CompiledPreferences;
}

/** The operations that store the preferences of an account, a role or all accounts for a view: `{owner, screen, view, schemaVersion, value}`. */
export interface CompiledPreferences {
  list: CompiledOperation;
  save: CompiledOperation;
  /** Accounts that may call it may share with a role or with all. */
  share?: CompiledOperation;
  /** Replies with the roles that a view may be shared with: `[{name, caption}]`. */
  roles?: CompiledOperation;
}

/** Rows that arrive by the live channel and are shown as toasts; paths start at a row. */
export interface CompiledNotices {
  operation: CompiledOperation;
  broadcast: string;
  text: string[];
  kind: string[];
  /** Kind of message by value; a value that is missing is `info`. */
  kinds: Record<string, 'info' | 'success' | 'warning' | 'error'>;
}

type Marks = typeof MARKS;

/** Title of a definition of the grammar that has marked properties. */
export type Definition = keyof Marks;

/** Compiled form by kind; that of a `word` is the value itself. */
interface Forms {
  text: CompiledText;
  condition: CompiledValue;
  value: CompiledValue;
  icon: string;
  view: CompiledView;
  action: CompiledAction;
  button: CompiledAction;
  actions: CompiledAction[];
  buttons: CompiledAction[];
  rowAction: CompiledCase<CompiledAction>[];
  permissions: string[];
}

/** Kinds that compile to an empty list where the author gives none. */
export type ListKind = 'actions' | 'buttons' | 'rowAction' | 'permissions';

/** A user may have chosen a number that an author cannot choose. */
type Widened<Word> = Word extends number ? number : NonNullable<Word>;

type FormOf<Mark, Word> = Mark extends { kind: 'word' }
  ? Widened<Word>
  : Mark extends { kind: infer Kind extends keyof Forms }
    ? Forms[Kind]
    : never;

type Always<Mark> = Mark extends { kind: ListKind } | { default: unknown } | { required: true }
  ? true
  : false;

type WordOf<Config, Name> = Name extends keyof Config ? Config[Name] : never;

/**
 * The compiled form of the marked properties of a definition. `Config` is the author's form, for its enum values.
 *
 * @example
 * type Item = Marked<'StackItem', StackItem>; // { view: CompiledView; span: 1 | … | 'rest'; visibleWhen?: CompiledValue }
 */
export type Marked<D extends Definition, Config> = {
  -readonly [Name in keyof Marks[D] as Always<Marks[D][Name]> extends true ? Name : never]: FormOf<
    Marks[D][Name],
    WordOf<Config, Name>
  >;
} & {
  -readonly [Name in keyof Marks[D] as Always<Marks[D][Name]> extends true ? never : Name]?: FormOf<
    Marks[D][Name],
    WordOf<Config, Name>
  >;
};
