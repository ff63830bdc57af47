/** What .storybook/main.ts puts into the code of stories. */
declare const SERVER_FACTS: {
  accounts: { login: string; title: string }[];
  /** Paths of the operations that are dictionaries. */
  dictionaries: string[];
  /** Where the product runs that the stories ask. */
  product: string;
};
