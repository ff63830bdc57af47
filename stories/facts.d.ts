/** Values that .storybook/main.ts defines in the code of stories. */
declare const SERVER_FACTS: {
  accounts: { login: string; title: string }[];
  /** Paths of the operations that are dictionaries. */
  dictionaries: string[];
  /** Address of the product that the stories send their requests to. */
  product: string;
};
