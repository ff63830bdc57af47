interface Window {
  bench: {
    mount(size: number): Promise<number>;
    submit(expected: number): Promise<{ submit: number; errors: number }>;
    frame(): Promise<void>;
  };
}
