import {testGuide} from '../guide.ts';

testGuide('pipeline');
