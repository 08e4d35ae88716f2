"""Who may do what on a queue manager, through which record and rule; who gains and loses what by a
plan. Pure."""
