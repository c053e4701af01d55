/** A fault of a use of a built-in module that its schema cannot find. */
export class ModuleFault extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
