/**
 * Whether this test run may build and start something besides Node.js: `npm test` offers nothing, `test:cluster` programs (kubectl,
 * Helm, kustomize), `test:services` services as well. Outside of a test run everything is offered.
 */
export function offers(what: 'programs' | 'services'): boolean {
  const offered = process.env['GANTRY_TEST_OFFERS'];
  return offered === undefined || offered.split(' ').includes(what);
}
