/** A fault of a use of a built-in module that the schema of the module cannot detect. */
export class ModuleFault extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
