import {testGuide} from '../guide.ts';

testGuide('fetched-sources');
