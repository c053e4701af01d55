/** The phase of a release. `applying` and `destroying` are pending, the others are final. */
export type Phase = 'applying' | 'destroying' | 'succeeded' | 'failed' | 'interrupted';
