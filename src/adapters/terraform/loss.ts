/** Types whose resources hold no data: their deletion loses nothing that a new one would not have. */
const HARMLESS = /^(?:terraform_data|null_resource|random_|time_|tls_)/;

/** Reports whether the deletion of a resource of a type may lose data. Providers do not say it, so all unknown types may. */
export const mayLoseData = (address: string): boolean => !HARMLESS.test(address.replace(MODULES, ''));

/** The modules before the type in an address. */
const MODULES = /^(?:module\.[\w-]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?\.)*/;
