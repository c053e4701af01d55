import type {Secret} from '../secret/secret.ts';

/** The login of a workspace for servers that charts and other sources are fetched from. */
export type ServerLogin = {
  readonly username?: Secret | undefined;
  readonly password?: Secret | undefined;
  /** PEM certificates to trust besides those of the system. */
  readonly ca?: string | undefined;
  /** The origin of another server that may receive the login in exchange for a token. */
  readonly tokenServer?: string | undefined;
  /** The setting, for messages: `charts.credentials["https://charts.example.com"] of the workspace prod`. */
  readonly setting: string;
};

/**
 * Returns the login for an address (`https://…`, `oci://…`); undefined if the workspace has none for it.
 * @throws GantryError if a secret of it cannot be read
 */
export type FindLogin = (address: string) => Promise<ServerLogin | undefined>;
