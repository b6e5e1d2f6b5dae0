"""What the pages say: verdict, ladder, shortlist, trust or test."""
