"""Systems as they are, and as they will be: who exists, what each has, who names whom."""
