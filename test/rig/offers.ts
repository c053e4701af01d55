/**
 * Returns whether this test run may build and start programs (kubectl, Helm, kustomize) or services. `npm test` may start neither,
 * `test:cluster` programs, `test:services` both. Scripts outside of a test run may start both.
 */
export function offers(what: 'programs' | 'services'): boolean {
  const offered = process.env['GANTRY_TEST_OFFERS'];
  return offered === undefined || offered.split(' ').includes(what);
}
