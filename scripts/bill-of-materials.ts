import type {BundledPackage} from './bundled-packages.ts';
import type {Lock} from './without-unhashed.ts';

type Materials = {
  readonly own: {readonly name: string; readonly version: string; readonly license: string};
  readonly packages: readonly BundledPackage[];
  /** The packages of package-lock.json, by path. */
  readonly locked: Lock['packages'];
};

/**
 * Returns the software bill of materials of the program: CycloneDX 1.6, with the hash of each package from package-lock.json. It contains no time
 * and no serial number, so that equal sources give an equal file.
 */
export function billOfMaterials({own, packages, locked}: Materials): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {component: component('application', own)},
    components: packages.map((one) => ({...component('library', one), hashes: hashesOf(one, locked)})),
  };
}

type Component = {readonly name: string; readonly version: string; readonly license: string};

function component(type: 'application' | 'library', {name, version, license}: Component): object {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {type, 'bom-ref': purl, name, version, purl, licenses: [licenseOf(license)]};
}

/** CycloneDX has one member for an SPDX identifier, and another for an expression of several. */
const licenseOf = (license: string): object =>
  / (OR|AND|WITH) /.test(license) ? {expression: license} : {license: {id: license}};

/** @throws Error for a package that package-lock.json has without a hash */
function hashesOf({name, version}: BundledPackage, locked: Materials['locked']): readonly object[] {
  const entry = Object.entries(locked).find(
    ([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === version,
  );
  const [algorithm, digest] = entry?.[1].integrity?.split('-') ?? [];
  if (algorithm !== 'sha512' || digest === undefined)
    throw new Error(`package-lock.json has no SHA-512 of ${name} ${version}`);
  return [{alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex')}];
}
