import {join} from 'node:path';
import {declaredWrappers} from '../../config/encryption.ts';
import type {FileOf} from '../../config/named-file.ts';
import {PROJECT_FILE} from '../../config/own-files.ts';
import {exactOf, storeWants, trusting, wantOf} from '../../config/store-wants.ts';
import type {Want} from '../../core/trust/want.ts';
import {isMetadataAddress} from '../../lib/metadata-address.ts';
import type {BackendField, DeclaredStore} from '../../ports/backend-descriptor.ts';
import {type AnyDescriptor, type DeclaredBackend, descriptorOf} from '../../registry/backends.ts';
import {DEFAULT_STORE} from '../../registry/secret-stores.ts';
import type {Deps} from '../deps.ts';
import {projectFiles} from './project-files.ts';
import type {WorkspaceWants} from './wants-of.ts';

/**
 * Returns what a project that names its backend requests: a server other than the vendor's that receives the user's credentials, and
 * secrets for a login. The requests for a backend in a cluster are those of the workspace.
 * @param base the project's directory
 */
export function wantsOfBackend(
  {declared, base}: {readonly declared: DeclaredBackend; readonly base: string},
  deps: Pick<Deps, 'env'>,
): WorkspaceWants {
  const subject = {workspace: 'the backend of the project', origin: 'project', file: join(base, PROJECT_FILE)} as const;
  const descriptor = descriptorOf(declared);
  const {contacts} = descriptor;
  const file = projectFiles({project: base, bases: [base]}, deps);
  const ofEncryption = encryptionWants(declared, file);
  if (typeof contacts === 'string') return {...subject, wants: ofEncryption};
  const given = membersOf(descriptor, declared);
  const text = `keeps releases in ${contacts.keeps(declared)}`;
  const wants = [
    ...serverWants(
      given,
      `${text} at ${given.endpoint}${trusting(given.certificates)}, with ${contacts.credentials}`,
      file,
    ),
    ...secretWants(given, file),
    ...ofEncryption,
  ];
  return {...subject, wants};
}

/** The members that require consent, by their type. */
type Members = {
  readonly endpoint?: string | undefined;
  readonly certificates?: string;
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  readonly 'secret-store'?: DeclaredStore;
};

function membersOf({fields}: AnyDescriptor, declared: Readonly<Record<string, unknown>>): Members {
  const members = Object.entries<BackendField>(fields).flatMap(([name, {type}]) =>
    declared[name] === undefined || declared[name] === null ? [] : [[type, declared[name]] as const],
  );
  return Object.fromEntries(members);
}

function serverWants({endpoint, certificates}: Members, text: string, file: FileOf): readonly Want[] {
  if (endpoint === undefined)
    return certificates === undefined || file(certificates).isInProject
      ? []
      : [{ability: 'file', text: `reads the certificates in ${certificates}`}];
  // The text of the request names the file of certificates.
  const server: Want = {ability: 'server', text, ...exactOf(certificates, file)};
  return isMetadataAddress(endpoint) ? [server, {ability: 'metadata', text: `asks ${endpoint}`}] : [server];
}

/** The encryption of a project's backend may use identities and variables of the user. */
const encryptionWants = ({sealing}: DeclaredBackend, file: FileOf): readonly Want[] =>
  declaredWrappers(sealing).flatMap(({descriptor, declared}) =>
    descriptor.wants(declared).flatMap((want) => wantOf(want, 'the encryption of the backend', file)),
  );

function secretWants({credentials, 'secret-store': named}: Members, file: FileOf): readonly Want[] {
  const store = named ?? (credentials === undefined ? undefined : DEFAULT_STORE);
  return [
    ...(credentials === undefined
      ? []
      : [{ability: 'server', text: `logs in to it with ${Object.values(credentials).join(', ')}`} as const]),
    ...(store === undefined ? [] : storeWants(store.provider, 'the secret store of the backend', file)),
  ];
}
