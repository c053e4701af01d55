import {testGuide} from '../guide.ts';

testGuide('built-in-modules');
